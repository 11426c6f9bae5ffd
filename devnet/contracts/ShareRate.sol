// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

interface IShare {
    function convertToAssets(uint256 shares) external view returns (uint256);
}

/// @title The value of a share of an ERC-4626 vault with 18 decimals, as a Balancer rate provider.
contract ShareRate {
    uint256 private constant ONE = 1e18;

    IShare private immutable share;

    constructor(IShare share_) {
        share = share_;
    }

    /// @dev Shares and assets have the same decimals.
    function getRate() external view returns (uint256) {
        return share.convertToAssets(ONE);
    }
}
