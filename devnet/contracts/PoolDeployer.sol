// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

/// @title Creates the pools of PancakeSwap V3 at their canonical addresses. Replaces the
/// exchange's own deployer, whose code is in no package. A pool reads its parameters from here
/// while it is created.
contract PoolDeployer {
    struct Parameters {
        address factory;
        address token0;
        address token1;
        uint24 fee;
        int24 tickSpacing;
    }

    Parameters public parameters;
    /// The factory that may create pools; set once.
    address public factory;
    /// Address of the stored creation code of a pool, after a zero byte.
    address private immutable creation;

    error NotFactory();

    constructor(bytes memory creationCode) {
        // Init code that returns the bytes after it.
        bytes memory stored = bytes.concat(hex"600b80380380915f395ff3", hex"00", creationCode);
        address at;
        assembly ("memory-safe") {
            at := create(0, add(stored, 32), mload(stored))
        }
        creation = at;
    }

    function setFactory(address factory_) external {
        if (factory != address(0)) revert NotFactory();
        factory = factory_;
    }

    function deploy(address factory_, address token0, address token1, uint24 fee, int24 tickSpacing)
        external
        returns (address pool)
    {
        if (msg.sender != factory) revert NotFactory();
        parameters = Parameters(factory_, token0, token1, fee, tickSpacing);
        bytes32 salt = keccak256(abi.encode(token0, token1, fee));
        address source = creation;
        assembly ("memory-safe") {
            let size := sub(extcodesize(source), 1)
            let code := mload(0x40)
            extcodecopy(source, code, 1, size)
            pool := create2(0, code, size, salt)
        }
        delete parameters;
    }
}
