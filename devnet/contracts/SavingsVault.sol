// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {StandardCalls, TokenLedger} from "./DevToken.sol";

interface IAsset {
    function decimals() external view returns (uint8);
    function transfer(address to, uint256 value) external returns (bool);
    function transferFrom(address from, address to, uint256 value) external returns (bool);
}

/// @title An ERC-4626 vault that earns harvests, each over the following day.
/// @dev Ignores donations. One virtual asset and one virtual share keep a first depositor from
/// setting the price.
contract SavingsVault is StandardCalls {
    uint256 private constant EARNING_SECONDS = 1 days;

    string public name;
    string public symbol;
    address public immutable asset;
    /// @dev All assets, and the part of them that is earned evenly between two timestamps.
    uint256 private held;
    uint256 private coming;
    uint256 private comingSince;
    uint256 private comingUntil;

    event Deposit(address indexed sender, address indexed owner, uint256 assets, uint256 shares);
    event Withdraw(
        address indexed sender, address indexed receiver, address indexed owner, uint256 assets, uint256 shares
    );
    event Harvested(uint256 profit, uint256 totalAssets);

    constructor(string memory name_, string memory symbol_, address asset_)
        TokenLedger(IAsset(asset_).decimals())
    {
        name = name_;
        symbol = symbol_;
        asset = asset_;
    }

    function totalAssets() public view returns (uint256) {
        return held - _unearned();
    }

    function convertToShares(uint256 assets) public view returns (uint256) {
        return (assets * (totalSupply + 1)) / (totalAssets() + 1);
    }

    function convertToAssets(uint256 shares) public view returns (uint256) {
        return (shares * (totalAssets() + 1)) / (totalSupply + 1);
    }

    function previewDeposit(uint256 assets) external view returns (uint256) {
        return convertToShares(assets);
    }

    function previewMint(uint256 shares) public view returns (uint256) {
        return _dividedUp(shares * (totalAssets() + 1), totalSupply + 1);
    }

    function previewWithdraw(uint256 assets) public view returns (uint256) {
        return _dividedUp(assets * (totalSupply + 1), totalAssets() + 1);
    }

    function previewRedeem(uint256 shares) external view returns (uint256) {
        return convertToAssets(shares);
    }

    function maxDeposit(address) external pure returns (uint256) {
        return type(uint256).max;
    }

    function maxMint(address) external pure returns (uint256) {
        return type(uint256).max;
    }

    function maxWithdraw(address owner) external view returns (uint256) {
        return convertToAssets(balanceOf[owner]);
    }

    function maxRedeem(address owner) external view returns (uint256) {
        return balanceOf[owner];
    }

    function deposit(uint256 assets, address receiver) external returns (uint256 shares) {
        shares = convertToShares(assets);
        _deposit(receiver, assets, shares);
    }

    function mint(uint256 shares, address receiver) external returns (uint256 assets) {
        assets = previewMint(shares);
        _deposit(receiver, assets, shares);
    }

    function withdraw(uint256 assets, address receiver, address owner) external returns (uint256 shares) {
        shares = previewWithdraw(assets);
        _withdraw(receiver, owner, assets, shares);
    }

    function redeem(uint256 shares, address receiver, address owner) external returns (uint256 assets) {
        assets = convertToAssets(shares);
        _withdraw(receiver, owner, assets, shares);
    }

    /// @notice Adds profit; callable by anyone. A small profit hardly delays the current one.
    function harvest(uint256 profit) external {
        uint256 unearned = _unearned();
        coming = unearned + profit;
        if (coming == 0) return;
        uint256 remaining = unearned == 0 ? 0 : comingUntil - block.timestamp;
        comingSince = block.timestamp;
        comingUntil = block.timestamp + (unearned * remaining + profit * EARNING_SECONDS) / coming;
        held += profit;
        IAsset(asset).transferFrom(msg.sender, address(this), profit);
        emit Harvested(profit, totalAssets());
    }

    function _deposit(address receiver, uint256 assets, uint256 shares) private {
        held += assets;
        IAsset(asset).transferFrom(msg.sender, address(this), assets);
        _mint(receiver, shares);
        emit Deposit(msg.sender, receiver, assets, shares);
    }

    function _withdraw(address receiver, address owner, uint256 assets, uint256 shares) private {
        if (msg.sender != owner) _spendAllowance(owner, msg.sender, shares);
        _burn(owner, shares);
        held -= assets;
        IAsset(asset).transfer(receiver, assets);
        emit Withdraw(msg.sender, receiver, owner, assets, shares);
    }

    /// @dev The part of the last harvests that is not earned yet.
    function _unearned() private view returns (uint256) {
        if (block.timestamp >= comingUntil) return 0;
        return (coming * (comingUntil - block.timestamp)) / (comingUntil - comingSince);
    }

    function _dividedUp(uint256 value, uint256 by) private pure returns (uint256) {
        return (value + by - 1) / by;
    }
}
